-- A card that is saved without a payment is checked: a little is held of it and let go at once, for no purpose of the order's.
alter table provider_payments drop constraint provider_payments_purpose_check;
alter table provider_payments add constraint provider_payments_purpose_check
  check (purpose in ('charging', 'parking', 'service', 'check'));
