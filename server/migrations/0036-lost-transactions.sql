-- What speaks for it that a running session's station has lost its transaction, and since when; each kind waits its own time.
alter table orders add column lost_evidence text
  check (lost_evidence in ('transaction_unknown', 'connector_free', 'stop_refused', 'booted', 'operator'));
alter table orders add column lost_evidence_at timestamptz;
