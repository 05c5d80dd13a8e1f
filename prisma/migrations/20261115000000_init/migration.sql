-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "account_kind" AS ENUM ('standard', 'agency', 'sub_account');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'agent', 'viewer');

-- CreateEnum
CREATE TYPE "conversation_owner" AS ENUM ('bot', 'person');

-- CreateEnum
CREATE TYPE "message_direction" AS ENUM ('incoming', 'outgoing');

-- CreateEnum
CREATE TYPE "message_kind" AS ENUM ('text', 'reaction');

-- CreateEnum
CREATE TYPE "sent_by" AS ENUM ('bot', 'person', 'api');

-- CreateEnum
CREATE TYPE "engine" AS ENUM ('knowledge', 'llm');

-- CreateEnum
CREATE TYPE "webhook_kind" AS ENUM ('reply', 'auto_recharge');

-- CreateEnum
CREATE TYPE "credit_entry_kind" AS ENUM ('grant', 'spend', 'revoke', 'adjustment');

-- CreateEnum
CREATE TYPE "grant_outcome" AS ENUM ('granted', 'refused');

-- CreateEnum
CREATE TYPE "recharge_state" AS ENUM ('open', 'granted', 'expired');

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" "account_kind" NOT NULL,
    "agency_id" UUID,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "rate_limit_per_minute" INTEGER NOT NULL DEFAULT 6000,
    "bot_enabled" BOOLEAN NOT NULL DEFAULT true,
    "llm_defaults" JSONB NOT NULL DEFAULT '{}',
    "llm_key_sealed" TEXT,
    "reply_cost" DECIMAL(18,4) NOT NULL DEFAULT 1,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "account_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "is_operator" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "external_id" TEXT,
    "first_name" TEXT,
    "last_name" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "bot_enabled" BOOLEAN NOT NULL DEFAULT true,
    "do_not_disturb" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_contact" (
    "list_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_contact_pkey" PRIMARY KEY ("list_id","contact_id")
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "campaign_ref" TEXT,
    "message_count" INTEGER NOT NULL DEFAULT 0,
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "last_message_at" TIMESTAMPTZ(3) NOT NULL,
    "last_preview" TEXT NOT NULL,
    "owner" "conversation_owner" NOT NULL DEFAULT 'bot',
    "assignee_id" UUID,
    "bot_enabled" BOOLEAN NOT NULL DEFAULT true,
    "needs_person_since" TIMESTAMPTZ(3),
    "needs_person_reason" TEXT,
    "handed_back_at" TIMESTAMPTZ(3),
    "is_playground" BOOLEAN NOT NULL DEFAULT false,
    "turn_no" INTEGER NOT NULL DEFAULT 0,
    "answered_no" INTEGER NOT NULL DEFAULT 0,
    "turn_first_at" TIMESTAMPTZ(3),
    "turn_due_at" TIMESTAMPTZ(3),
    "turn_tries" INTEGER NOT NULL DEFAULT 0,
    "out_seq" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "direction" "message_direction" NOT NULL,
    "kind" "message_kind" NOT NULL DEFAULT 'text',
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "sid" TEXT,
    "to_id" TEXT,
    "campaign_ref" TEXT,
    "media_url" TEXT,
    "media_content_type" TEXT,
    "media_id" UUID,
    "media_error" TEXT,
    "turn_no" INTEGER,
    "sent_by" "sent_by",
    "sent_by_id" UUID,
    "sequence" INTEGER,
    "error" TEXT,
    "request_id" TEXT,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "feed_xid" xid8,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "turn" (
    "conversation_id" UUID NOT NULL,
    "turn_no" INTEGER NOT NULL,
    "account_id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "campaign_id" UUID,
    "routed_by" TEXT,
    "reply_id" UUID,
    "engine" TEXT,
    "usage" JSONB,
    "charged" DECIMAL(18,4),
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "generated_at" TIMESTAMPTZ(3),
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "turn_pkey" PRIMARY KEY ("conversation_id","turn_no")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dead_letter" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "payload" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "instructions" TEXT NOT NULL DEFAULT '',
    "keywords" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "engine" "engine" NOT NULL,
    "llm" JSONB NOT NULL DEFAULT '{}',
    "llm_key_sealed" TEXT,
    "fallback" TEXT NOT NULL DEFAULT '',
    "quiet_ms" INTEGER NOT NULL DEFAULT 1500,
    "loop_limit" INTEGER NOT NULL DEFAULT 20,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_entry" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "campaign_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "question" TEXT,
    "answer" TEXT NOT NULL,
    "source" TEXT,

    CONSTRAINT "knowledge_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "kind" "webhook_kind" NOT NULL,
    "url" TEXT NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "previous_secret_sealed" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "probe_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "message_id" UUID,
    "conversation_id" UUID,
    "sequence" INTEGER,
    "payload" JSONB,
    "is_replay" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "delivery_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "address" TEXT,
    "status_code" INTEGER,
    "headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_balance" (
    "account_id" UUID NOT NULL,
    "balance" DECIMAL(18,4) NOT NULL DEFAULT 0,

    CONSTRAINT "credit_balance_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "credit_entry" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "kind" "credit_entry_kind" NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "balance_after" DECIMAL(18,4) NOT NULL,
    "description" TEXT,
    "actor" TEXT NOT NULL,
    "key_scope" UUID NOT NULL,
    "idempotency_key" TEXT,
    "content_hash" BYTEA,
    "message_id" UUID,
    "grant_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grant_request" (
    "id" UUID NOT NULL,
    "agency_id" UUID NOT NULL,
    "outcome" "grant_outcome" NOT NULL,
    "answer" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grant_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recharge_rule" (
    "account_id" UUID NOT NULL,
    "threshold" DECIMAL(18,4) NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recharge_rule_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "recharge_request" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "agency_id" UUID NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "state" "recharge_state" NOT NULL DEFAULT 'open',
    "balance" DECIMAL(18,4) NOT NULL,
    "threshold" DECIMAL(18,4) NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "entry_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recharge_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE INDEX "account_agency_id_created_at_id_idx" ON "account"("agency_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "login_user_id_idx" ON "login"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "login_provider_subject_key" ON "login"("provider", "subject");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE INDEX "audit_entry_account_id_created_at_id_idx" ON "audit_entry"("account_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "contact_account_id_created_at_id_idx" ON "contact"("account_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_account_id_phone_key" ON "contact"("account_id", "phone");

-- CreateIndex
CREATE UNIQUE INDEX "list_account_id_name_key" ON "list"("account_id", "name");

-- CreateIndex
CREATE INDEX "list_contact_contact_id_idx" ON "list_contact"("contact_id");

-- CreateIndex
CREATE INDEX "conversation_account_id_last_message_at_id_idx" ON "conversation"("account_id", "last_message_at" DESC, "id");

-- CreateIndex
CREATE INDEX "message_conversation_id_accepted_at_id_idx" ON "message"("conversation_id", "accepted_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "turn_reply_id_key" ON "turn"("reply_id");

-- CreateIndex
CREATE INDEX "media_created_at_idx" ON "media"("created_at");

-- CreateIndex
CREATE INDEX "dead_letter_created_at_idx" ON "dead_letter"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_account_id_name_key" ON "campaign"("account_id", "name");

-- CreateIndex
CREATE INDEX "knowledge_entry_campaign_id_position_idx" ON "knowledge_entry"("campaign_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoint_account_id_kind_key" ON "webhook_endpoint"("account_id", "kind");

-- CreateIndex
CREATE INDEX "delivery_message_id_idx" ON "delivery"("message_id");

-- CreateIndex
CREATE INDEX "delivery_attempt_delivery_id_number_idx" ON "delivery_attempt"("delivery_id", "number");

-- CreateIndex
CREATE INDEX "delivery_attempt_endpoint_id_started_at_idx" ON "delivery_attempt"("endpoint_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "credit_entry_account_id_created_at_id_idx" ON "credit_entry"("account_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entry_key_scope_idempotency_key_key" ON "credit_entry"("key_scope", "idempotency_key");

-- CreateIndex
CREATE INDEX "grant_request_created_at_idx" ON "grant_request"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "recharge_request_idempotency_key_key" ON "recharge_request"("idempotency_key");

-- CreateIndex
CREATE INDEX "recharge_request_account_id_created_at_idx" ON "recharge_request"("account_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_agency_id_fkey" FOREIGN KEY ("agency_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login" ADD CONSTRAINT "login_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_contact" ADD CONSTRAINT "list_contact_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_contact" ADD CONSTRAINT "list_contact_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contact"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_entry" ADD CONSTRAINT "knowledge_entry_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ── What Prisma's language cannot say ───────────────────────────────────────
-- Every name begins with sql_, by which the drift check tells these from forgotten changes of the schema.

-- A contact is found by address without regard to case.
CREATE INDEX "sql_contact_email" ON "contact" ("account_id", lower("email")) WHERE "email" IS NOT NULL;

-- What is due, and who is waited for: small, because most rows are in none of them.
CREATE INDEX "sql_conversation_due" ON "conversation" ("turn_due_at") WHERE "turn_due_at" IS NOT NULL;
CREATE INDEX "sql_conversation_needs_person" ON "conversation" ("account_id", "needs_person_since") WHERE "needs_person_since" IS NOT NULL;
CREATE INDEX "sql_delivery_due" ON "delivery" ("endpoint_id", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "sql_delivery_conversation" ON "delivery" ("conversation_id", "sequence") WHERE "due_at" IS NOT NULL;

-- The feed of replies, in the order of their transactions.
CREATE INDEX "sql_message_feed" ON "message" ("account_id", "feed_xid", "id") WHERE "direction" = 'outgoing';

-- At most one default campaign an account, one open recharge request a sub-account.
CREATE UNIQUE INDEX "sql_campaign_default" ON "campaign" ("account_id") WHERE "is_default";
CREATE UNIQUE INDEX "sql_recharge_request_open" ON "recharge_request" ("account_id") WHERE "state" = 'open';

-- Sub-accounts, and only they, belong to an agency.
ALTER TABLE "account" ADD CONSTRAINT "sql_account_agency" CHECK (("kind" = 'sub_account') = ("agency_id" IS NOT NULL));

-- Spending never takes a balance below zero.
ALTER TABLE "credit_balance" ADD CONSTRAINT "sql_credit_balance_not_negative" CHECK ("balance" >= 0);

CREATE FUNCTION "sql_credit_entry_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit_entry is append-only: correct an entry by adding another' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "sql_credit_entry_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "sql_credit_entry_append_only"();

-- Every ingest batch updates conversations: room for them in the page, and vacuum before it runs out.
ALTER TABLE "conversation" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
