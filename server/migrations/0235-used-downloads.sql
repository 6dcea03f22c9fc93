-- Download links that were used, until they would have expired anyway: each is good once, at every server and after every restart.
create table used_downloads (
  nonce text primary key,
  until timestamptz not null
);
create index used_downloads_until on used_downloads (until);
