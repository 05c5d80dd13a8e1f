-- People are searched by any part of a name, an address, a number or an id. The extension comes with Postgres and may
-- be made by the owner of a database; it has a schema of its own, as its functions are none of ours.
CREATE SCHEMA IF NOT EXISTS "sql_extensions";
CREATE EXTENSION IF NOT EXISTS "pg_trgm" SCHEMA "sql_extensions";

-- The extension may have been there already, somewhere else.
DO $$
BEGIN
  EXECUTE format(
    $index$CREATE INDEX "sql_contact_search" ON "contact" USING gin ((
      coalesce("first_name", '') || ' ' || coalesce("last_name", '') || E'\n' || coalesce("email", '') || E'\n'
      || coalesce("phone", '') || E'\n' || coalesce("external_id", '')
    ) %I.gin_trgm_ops)$index$,
    (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm')
  );
END
$$;
