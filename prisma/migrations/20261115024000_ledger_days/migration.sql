-- Days of the ledger, for charts. It only grows, so a few kilobytes find them, and writing costs next to nothing.
CREATE INDEX "sql_credit_entry_created" ON "credit_entry" USING brin ("created_at") WITH (pages_per_range = 32);
