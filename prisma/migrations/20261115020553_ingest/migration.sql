-- AlterTable
ALTER TABLE "dead_letter" ALTER COLUMN "payload" SET DATA TYPE JSON;

-- CreateTable
CREATE TABLE "media_fetch" (
    "message_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_fetch_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE INDEX "media_fetch_due_at_idx" ON "media_fetch"("due_at");

-- Whether a file is still referred to; few messages have one.
CREATE INDEX "sql_message_media" ON "message" ("media_id") WHERE "media_id" IS NOT NULL;
