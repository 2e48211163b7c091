-- Whether proven mail came from a player is found however many others have written.
CREATE INDEX inbox_by_sender ON inbox(sender, received_at) WHERE proven = 1;
