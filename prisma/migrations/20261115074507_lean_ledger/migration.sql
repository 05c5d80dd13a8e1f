-- Most entries have no key: they need no place among the keys.
CREATE UNIQUE INDEX "sql_credit_entry_key" ON "credit_entry" ("key_scope", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;

-- DropIndex
DROP INDEX "credit_entry_key_scope_idempotency_key_key";

-- A balance changes all the time and no index of its row does: with room beside it, the new version stays on its page.
ALTER TABLE "credit_balance" SET (fillfactor = 50);

-- Written once, read whole, swept after a week: not worth the time that compressing takes.
ALTER TABLE "grant_batch" ALTER COLUMN "grants" SET STORAGE EXTERNAL;
ALTER TABLE "grant_batch_slice" ALTER COLUMN "results" SET STORAGE EXTERNAL;
