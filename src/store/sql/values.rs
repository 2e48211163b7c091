//! Values of columns and parameters.

/// A value of a column, or of a parameter of a statement. Truth values are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Value<'a> {
    Null,
    Integer(i64),
    Text(&'a str),
    Blob(&'a [u8]),
}

/// What can be the value of a parameter.
pub(in crate::store) trait ToValue {
    fn to_value(&self) -> Value<'_>;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl ToValue for $type {
            fn to_value(&self) -> Value<'_> {
                Value::Integer(i64::from(*self))
            }
        }
    )*};
}

integers!(bool u8 u16 u32 i32 i64);

impl ToValue for str {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for [u8] {
    fn to_value(&self) -> Value<'_> {
        Value::Blob(self)
    }
}

impl<const N: usize> ToValue for [u8; N] {
    fn to_value(&self) -> Value<'_> {
        Value::Blob(self)
    }
}

impl ToValue for Vec<u8> {
    fn to_value(&self) -> Value<'_> {
        Value::Blob(self)
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value<'_> {
        (**self).to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, ToValue::to_value)
    }
}

/// The values of all parameters of a statement, in order: a tuple, an array, or what [`params`] makes.
pub(in crate::store) trait Values {
    fn list(&self) -> Vec<Value<'_>>;
}

impl<T: ToValue, const N: usize> Values for [T; N] {
    fn list(&self) -> Vec<Value<'_>> {
        self.iter().map(ToValue::to_value).collect()
    }
}

impl Values for &[&dyn ToValue] {
    fn list(&self) -> Vec<Value<'_>> {
        self.iter().map(|value| value.to_value()).collect()
    }
}

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        impl<$($name: ToValue),*> Values for ($($name,)*) {
            #[allow(non_snake_case, reason = "the names of the types are those of the values, too")]
            fn list(&self) -> Vec<Value<'_>> {
                let ($($name,)*) = self;
                vec![$($name.to_value()),*]
            }
        }
    )*};
}

tuples! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
    (A B C D E F G H I)
}

/// Values of different types, of which there may be many.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::store::sql::values::ToValue),*]
            as &[&dyn $crate::store::sql::values::ToValue]
    };
}

pub(in crate::store) use params;
