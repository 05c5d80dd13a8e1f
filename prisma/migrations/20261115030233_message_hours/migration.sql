-- CreateTable
CREATE TABLE "message_hour" (
    "account_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "incoming" INTEGER NOT NULL,
    "bot" INTEGER NOT NULL,
    "person" INTEGER NOT NULL,
    "api" INTEGER NOT NULL,

    CONSTRAINT "message_hour_pkey" PRIMARY KEY ("account_id","hour")
);

-- CreateTable
CREATE TABLE "watermark" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "watermark_pkey" PRIMARY KEY ("name")
);

-- Messages lie in the order in which they were stored, so a few kilobytes find the latest, and writing costs next to
-- nothing.
CREATE INDEX "sql_message_stored" ON "message" USING brin ("stored_at") WITH (pages_per_range = 16);

INSERT INTO "watermark" ("name", "at") SELECT 'message_hour', coalesce(min("stored_at"), now()) FROM "message";
