//! What a transaction will ask for, which is sent together before it does.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tokio_postgres::Row;

use crate::store::sql::{Connection, Dialect, Each, Value};
use crate::store::{Datum, Result, StoreError};

/// A query with its parameters.
pub(super) type Asked = (String, Vec<Datum>);

/// What was read before it was asked for.
#[derive(Default)]
pub(super) struct Ahead {
    /// Whether nothing that the transaction sees can change. Otherwise each answer is good for one question.
    view: bool,
    found: HashMap<Asked, Arc<[Row]>>,
    /// Numbers of rows that will be added, by their tables.
    numbers: HashMap<String, VecDeque<i64>>,
}

impl Ahead {
    /// Nothing, for a transaction that begins.
    pub fn new(view: bool) -> Self {
        Self {
            view,
            ..Self::default()
        }
    }

    /// The rows that a query has found, if it was read ahead.
    pub fn rows(&mut self, sql: &str, values: &[Value<'_>]) -> Option<Arc<[Row]>> {
        if self.found.is_empty() {
            return None;
        }
        let asked = asked(sql, values);
        match self.view {
            true => self.found.get(&asked).cloned(),
            false => self.found.remove(&asked),
        }
    }

    /// Whether any query was read ahead.
    pub fn has_rows(&self) -> bool {
        !self.found.is_empty()
    }

    /// Whether a query was read ahead.
    pub fn knows(&self, asked: &Asked) -> bool {
        self.found.contains_key(asked)
    }

    /// Keeps what a query has found.
    pub fn keep(&mut self, asked: Asked, found: Vec<Row>) {
        self.found.insert(asked, found.into());
    }

    /// Keeps numbers for rows of a table.
    pub fn keep_numbers(&mut self, table: &str, numbers: impl Iterator<Item = i64>) {
        let kept = self.numbers.entry(table.to_owned()).or_default();
        kept.extend(numbers);
    }

    /// A number for the row that a statement adds, if there is one.
    pub fn number_for(&mut self, insert: &str) -> Option<i64> {
        let table = insert.strip_prefix("INSERT INTO ")?.split(' ').next()?;
        self.numbers.get_mut(table)?.pop_front()
    }
}

/// A connection that notes what it is asked, and answers that there is nothing.
#[derive(Default)]
pub(super) struct Noted {
    asked: RefCell<Vec<Asked>>,
    reserved: RefCell<Vec<(&'static str, usize)>>,
}

impl Noted {
    /// The queries, and how many rows will be added to which tables.
    pub fn into_parts(self) -> (Vec<Asked>, Vec<(&'static str, usize)>) {
        (self.asked.into_inner(), self.reserved.into_inner())
    }
}

impl Connection for Noted {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn query(&self, sql: &str, values: &[Value<'_>], _: &mut Each<'_>) -> Result<()> {
        self.asked.borrow_mut().push(asked(sql, values));
        Ok(())
    }

    fn execute(&self, sql: &str, _: &[Value<'_>]) -> Result<usize> {
        Err(StoreError::Constraint(format!("written ahead: {sql}")))
    }

    fn insert(&self, sql: &str, _: &[Value<'_>]) -> Result<i64> {
        Err(StoreError::Constraint(format!("written ahead: {sql}")))
    }

    fn reserve(&self, table: &'static str, rows: usize) -> Result<()> {
        if rows > 0 {
            self.reserved.borrow_mut().push((table, rows));
        }
        Ok(())
    }
}

fn asked(sql: &str, values: &[Value<'_>]) -> Asked {
    (
        sql.to_owned(),
        values.iter().copied().map(Datum::from).collect(),
    )
}
