-- What a provider calls the refund that it has carried out.
alter table payment_operations add column refund_ref text;

-- Whose money a receipt tells of: a till that belongs to a provider registers it beside that payment, or that refund of it.
alter table fiscal_receipts
  add column payment_id bigint references provider_payments,
  add column refund_key text references payment_operations,
  -- what the till calls it, from when it says that it is at work on it
  add column till_ref text,
  -- since when the till knows its key
  add column first_sent_at timestamptz;
