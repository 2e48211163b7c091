-- Hosts of different programs over one database: what is new is used only when all hosts that work know it.
ALTER TABLE hosts ADD COLUMN knows TEXT NOT NULL DEFAULT ''; -- kinds of events and letters, versions of rules; separated by commas
