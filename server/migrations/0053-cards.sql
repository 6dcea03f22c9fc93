-- Cards have an end and a group: cards of one group may end each other's transactions and use each other's reservations.

alter table id_tokens
  add column expires_at timestamptz,
  -- upper case, as tokens are
  add column group_id text;
create index id_tokens_group on id_tokens (group_id) where group_id is not null;
