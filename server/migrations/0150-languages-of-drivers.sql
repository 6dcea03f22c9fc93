-- The language in which a driver has paid last, for what we write to them; null: not known.
alter table drivers add column language text check (language in ('en', 'de', 'ru'));
create or replace view driver_view as
  select id, first_name, last_name, phone, email, avatar_url, blocked_at, block_reason, language from drivers;
alter table receipt_contacts add column language text not null default 'en' check (language in ('en', 'de', 'ru'));
alter table receipt_contacts alter column language drop default;
