-- How many requests each key, or address without one, has made in its current minute. Unlogged: counting waits for
-- no disk, and a crash of Postgres forgets at most a minute of it. Most updates stay within their page.
CREATE UNLOGGED TABLE "sql_rate_window" (
    "key" TEXT NOT NULL,
    "used" BIGINT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sql_rate_window_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);
