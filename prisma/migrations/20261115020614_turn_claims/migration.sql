-- AlterTable
ALTER TABLE "conversation" ADD COLUMN     "turn_claimed_until" TIMESTAMPTZ(3),
ADD COLUMN     "turn_restarts" INTEGER NOT NULL DEFAULT 0;
