-- What a request with a key of its own was answered, so that the same one sent again is answered and not done again. The answer
-- is sealed: that to a new station holds its password. Without an answer the request is under way, or its server ended in it.
create table answered_requests (
  manager_id bigint not null references managers (id) on delete cascade,
  key text not null,
  content text not null,
  begun_at timestamptz not null,
  answer text,
  primary key (manager_id, key)
);
create index answered_requests_begun_at on answered_requests (begun_at);
