-- With this schema a mail that repeats an earlier one under another Message-ID is found without a look at all mails.

CREATE INDEX inbox_by_body ON inbox(body_hash) WHERE proven = 1;
