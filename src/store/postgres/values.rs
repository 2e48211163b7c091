//! Values on their way to PostgreSQL and back.

use std::error::Error;

use bytes::BytesMut;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::store::sql::{self, Value};
use crate::store::{Result, StoreError};

type Failed = Box<dyn Error + Sync + Send>;

/// The database says which type each parameter has; a number may be asked for in several.
impl ToSql for Value<'_> {
    fn to_sql(&self, wanted: &Type, out: &mut BytesMut) -> std::result::Result<IsNull, Failed> {
        match (*self, wanted) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Integer(number), &Type::INT8) => number.to_sql(wanted, out),
            (Value::Integer(number), &Type::INT4) => i32::try_from(number)?.to_sql(wanted, out),
            (Value::Integer(number), &Type::BOOL) => (number != 0).to_sql(wanted, out),
            (Value::Integer(number), &Type::TEXT) => number.to_string().to_sql(wanted, out),
            // A text in PostgreSQL has no NUL. Mails have lost theirs when they were read; this is for the rest.
            (Value::Text(text), &Type::TEXT) if text.contains('\0') => {
                text.replace('\0', "\u{fffd}").to_sql(wanted, out)
            }
            (Value::Text(text), &Type::TEXT) => text.to_sql(wanted, out),
            (Value::Blob(bytes), &Type::BYTEA) => bytes.to_sql(wanted, out),
            (value, wanted) => Err(format!("{value:?} is no {wanted}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// The type of a column that can have a value, where the database is not asked for it.
pub(super) const fn type_of(value: &Value<'_>) -> Type {
    match value {
        Value::Integer(_) => Type::INT8,
        Value::Text(_) | Value::Null => Type::TEXT,
        Value::Blob(_) => Type::BYTEA,
    }
}

impl<'a> FromSql<'a> for Value<'a> {
    fn from_sql(found: &Type, raw: &'a [u8]) -> std::result::Result<Self, Failed> {
        Ok(match *found {
            Type::INT8 => Value::Integer(i64::from_sql(found, raw)?),
            Type::INT4 => Value::Integer(i32::from_sql(found, raw)?.into()),
            Type::BOOL => Value::Integer(bool::from_sql(found, raw)?.into()),
            Type::TEXT | Type::NAME | Type::UNKNOWN => Value::Text(std::str::from_utf8(raw)?),
            Type::BYTEA => Value::Blob(raw),
            _ => return Err(format!("a column of the type {found}").into()),
        })
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Self, Failed> {
        Ok(Value::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl sql::Row for Row {
    fn get(&self, column: usize) -> Result<Value<'_>> {
        self.try_get(column)
            .map_err(|error| StoreError::Corrupt(error.to_string()))
    }
}
