-- Files come in with what they belong to and are moved to the file store by a job: then bytes is null.
alter table files alter column bytes drop not null, add column size integer;
update files set size = octet_length(bytes);
alter table files alter column size set not null;
create index files_unmoved on files (created_at) where bytes is not null;

-- Names that the file store is to forget. Not at once: a backup of the store that is taken after that of the database is whole.
create table removed_files (
  name text primary key,
  due_at timestamptz not null
);
create index removed_files_due on removed_files (due_at);
