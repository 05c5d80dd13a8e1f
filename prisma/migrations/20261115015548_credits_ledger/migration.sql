-- CreateEnum
CREATE TYPE "grant_batch_state" AS ENUM ('open', 'done', 'closed');

-- DropIndex
DROP INDEX "credit_entry_account_id_created_at_id_idx";

-- AlterTable
ALTER TABLE "credit_balance" ADD COLUMN     "entry_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "credit_entry" DROP COLUMN "content_hash",
ADD COLUMN     "number" INTEGER;

-- Entries that are there already are numbered in the order of their time. This one time the ledger is touched.
ALTER TABLE "credit_entry" DISABLE TRIGGER "sql_credit_entry_append_only";
UPDATE "credit_entry" SET "number" = "numbered"."number"
FROM (SELECT "id", row_number() OVER (PARTITION BY "account_id" ORDER BY "created_at", "id") AS "number" FROM "credit_entry") AS "numbered"
WHERE "credit_entry"."id" = "numbered"."id";
ALTER TABLE "credit_entry" ENABLE TRIGGER "sql_credit_entry_append_only";
ALTER TABLE "credit_entry" ALTER COLUMN "number" SET NOT NULL;
UPDATE "credit_balance" SET "entry_count" = "counted"."entries"
FROM (SELECT "account_id", count(*) AS "entries" FROM "credit_entry" GROUP BY "account_id") AS "counted"
WHERE "credit_balance"."account_id" = "counted"."account_id";

-- CreateTable
CREATE TABLE "grant_batch" (
    "id" UUID NOT NULL,
    "agency_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "atomic" BOOLEAN NOT NULL,
    "grants" JSONB NOT NULL,
    "state" "grant_batch_state" NOT NULL DEFAULT 'open',
    "decided" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grant_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grant_batch_slice" (
    "batch_id" UUID NOT NULL,
    "first" INTEGER NOT NULL,
    "results" JSONB NOT NULL,

    CONSTRAINT "grant_batch_slice_pkey" PRIMARY KEY ("batch_id","first")
);

-- CreateIndex
CREATE INDEX "grant_batch_created_at_idx" ON "grant_batch"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entry_account_id_number_key" ON "credit_entry"("account_id", "number");

-- AddForeignKey
ALTER TABLE "grant_batch_slice" ADD CONSTRAINT "grant_batch_slice_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "grant_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was taken back of a grant so far.
CREATE INDEX "sql_credit_entry_grant" ON "credit_entry" ("grant_id") WHERE "grant_id" IS NOT NULL;
