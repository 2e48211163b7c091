ALTER TABLE seats ADD COLUMN came_back_at TEXT; -- when a report came last that a letter with the open turn has come back; NULL: none came
