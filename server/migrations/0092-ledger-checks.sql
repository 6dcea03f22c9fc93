-- What was found when the books were compared with the ledger; the last one counts.
create table ledger_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  differences jsonb not null
);
