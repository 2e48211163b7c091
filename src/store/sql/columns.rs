//! Rows as values of the program: the columns of a query are the fields of a struct, in their order, those of a struct
//! within it too. A list is stored as JSON; an optional struct is `None` if its first column is NULL, and comes last.

use serde::de::value::{Error, SeqDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::connection::Row;
use super::values::Value;
use super::{Result, StoreError};

/// Reads a row.
///
/// # Errors
/// A column is not what the field in its place is.
pub(in crate::store) fn read<'de, T: Deserialize<'de>>(row: &'de dyn Row) -> Result<T> {
    let mut columns = Columns { row, at: 0 };
    T::deserialize(&mut columns).map_err(|error| {
        let column = columns.at.saturating_sub(1);
        StoreError::Corrupt(format!("column {column} of a row: {error}"))
    })
}

/// The columns of a row, from `at` on.
struct Columns<'de> {
    row: &'de dyn Row,
    at: usize,
}

impl<'de> Columns<'de> {
    fn next(&mut self) -> std::result::Result<Value<'de>, Error> {
        self.at += 1;
        self.row.get(self.at - 1).map_err(Error::custom)
    }
}

impl<'de> SeqAccess<'de> for &mut Columns<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        field: T,
    ) -> std::result::Result<Option<T::Value>, Error> {
        field.deserialize(&mut **self).map(Some)
    }
}

impl<'de> Deserializer<'de> for &mut Columns<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, to: V) -> std::result::Result<V::Value, Error> {
        match self.next()? {
            Value::Null => to.visit_unit(),
            Value::Integer(number) => to.visit_i64(number),
            Value::Text(text) => to.visit_borrowed_str(text),
            Value::Blob(bytes) => to.visit_seq(SeqDeserializer::new(bytes.iter().copied())),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, to: V) -> std::result::Result<V::Value, Error> {
        match self.next()? {
            Value::Integer(number) => to.visit_bool(number != 0),
            other => Err(Error::custom(format!("no truth value: {other:?}"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, to: V) -> std::result::Result<V::Value, Error> {
        if self.next()? == Value::Null {
            return to.visit_none();
        }
        self.at -= 1;
        to.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, to: V) -> std::result::Result<V::Value, Error> {
        let Value::Text(list) = self.row.get(self.at).map_err(Error::custom)? else {
            return self.deserialize_any(to);
        };
        self.at += 1;
        let mut list = serde_json::Deserializer::from_str(list);
        list.deserialize_seq(to).map_err(Error::custom)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &str,
        _fields: &[&str],
        to: V,
    ) -> std::result::Result<V::Value, Error> {
        to.visit_seq(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _count: usize,
        to: V,
    ) -> std::result::Result<V::Value, Error> {
        to.visit_seq(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use serde::Deserialize;

    use super::*;
    use crate::ids::{GameId, TokenId};
    use crate::status::GameStatus;
    use crate::store::sql::statements::Statements;

    #[derive(Debug, PartialEq, Eq, Deserialize)]
    struct Part {
        number: u8,
        name: Option<String>,
    }

    #[derive(Debug, PartialEq, Eq, Deserialize)]
    struct Whole {
        game: GameId,
        part: Part,
        status: GameStatus,
        on: bool,
        tokens: Vec<TokenId>,
        bytes: Vec<u8>,
        last: Option<Part>,
    }

    fn one(columns: &str) -> Result<Whole> {
        let connection = Connection::open_in_memory()?;
        connection.one(&format!("SELECT {columns}"), ())
    }

    #[test]
    fn columns_are_the_fields_in_their_order() {
        let whole = |name: Option<&str>, last| Whole {
            game: GameId(17),
            part: Part {
                number: 3,
                name: name.map(str::to_owned),
            },
            status: GameStatus::Aborted,
            on: true,
            tokens: [4, 5].map(TokenId).to_vec(),
            bytes: vec![0, 255],
            last,
        };
        let found = one("17, 3, 'a', 'aborted', 1, '[4,5]', x'00ff', NULL, NULL");
        assert_eq!(found.expect("a row"), whole(Some("a"), None));
        let found = one("17, 3, NULL, 'aborted', 1, '[4,5]', x'00ff', 1, NULL");
        let (number, name) = (1, None);
        assert_eq!(
            found.expect("a row"),
            whole(None, Some(Part { number, name }))
        );
    }

    #[test]
    fn what_is_no_value_of_a_field_is_damage() {
        for (columns, at) in [
            (
                "'x', 3, NULL, 'aborted', 1, '[]', x'', NULL, NULL",
                "column 0",
            ),
            (
                "17, 300, NULL, 'aborted', 1, '[]', x'', NULL, NULL",
                "column 1",
            ),
            ("17, 3, NULL, 'odd', 1, '[]', x'', NULL, NULL", "column 3"),
            (
                "17, 3, NULL, 'aborted', 1, '[x]', x'', NULL, NULL",
                "column 5",
            ),
            ("17, 3, NULL, 'aborted', 1, '[]', x''", "column 7"),
        ] {
            match one(columns) {
                Err(StoreError::Corrupt(why)) => assert!(why.contains(at), "{why}"),
                other => panic!("{columns}: {other:?}"),
            }
        }
    }
}
