-- AlterTable
ALTER TABLE "grant_batch" ADD COLUMN     "size" INTEGER;
UPDATE "grant_batch" SET "size" = jsonb_array_length("grants");
ALTER TABLE "grant_batch" ALTER COLUMN "size" SET NOT NULL,
ALTER COLUMN "grants" SET DATA TYPE JSON;

-- AlterTable
ALTER TABLE "grant_batch_slice" ALTER COLUMN "results" SET DATA TYPE JSON;
