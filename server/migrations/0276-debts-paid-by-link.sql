-- A link that is good for paying what is owed of an order and for nothing else: anybody may be shown it, also of a known driver's
-- order. What is paid by it is paid once: its card is not charged again by itself, for nobody has agreed to that.
alter table pay_links add column for_debt boolean not null default false;
alter table provider_payments add column once boolean not null default false;
create index provider_payments_left on provider_payments (created_at) where once and state = 'action';
