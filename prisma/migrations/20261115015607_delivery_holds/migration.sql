-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "is_held" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "retry_no" INTEGER NOT NULL DEFAULT 0;

-- Few rows are held at a time; enabling their endpoint finds them here.
CREATE INDEX "sql_delivery_held" ON "delivery" ("endpoint_id") WHERE "is_held";

-- What stood held until now: never tried, not due, not delivered, its endpoint disabled.
UPDATE "delivery" d SET "is_held" = true FROM "webhook_endpoint" e
WHERE e."id" = d."endpoint_id" AND e."disabled_at" IS NOT NULL AND d."due_at" IS NULL AND d."delivered_at" IS NULL;

-- Each delivery is claimed and then settled: room for both in its page.
ALTER TABLE "delivery" SET (fillfactor = 80);
