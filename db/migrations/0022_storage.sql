-- What users store at /storage/v1: buckets, and objects in them. These rows are the truth; the bytes are in the file store.
-- A bucket's name is unique among its owner's. The name of a public bucket is also unique among all public ones, because the
-- address of a public object names the bucket but not its owner.

create table storage_buckets (
  id uuid primary key default new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text collate "C" not null check (length(name) between 1 and 100),
  public boolean not null default false,
  -- In bytes; null: no limit besides the one for all files.
  file_size_limit bigint check (file_size_limit > 0),
  -- Null: any. Entries such as image/png or image/*.
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, name),
  unique (id, user_id)
);
create unique index storage_buckets_public_name on storage_buckets (name) where public;

-- One row for each file in the store, written before the file and removed after it. A process that dies in between leaves a
-- row that says which file to remove. Sizes count against the owner's quota until then.
create table storage_files (
  id uuid primary key default new_id(),
  -- Null: the account was deleted.
  user_id uuid references auth.users (id) on delete set null,
  -- While it is being written: the bytes reserved for it.
  size bigint not null check (size >= 0),
  state text not null default 'writing' check (state in ('writing', 'stored', 'removing')),
  created_at timestamptz not null default now()
);
create index storage_files_of_user on storage_files (user_id) include (size);
create index storage_files_unsettled on storage_files (created_at) where state <> 'stored';

create table storage_objects (
  id uuid primary key default new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  bucket_id uuid not null,
  name text collate "C" not null check (octet_length(name) between 1 and 1024),
  file_id uuid not null unique references storage_files (id),
  size bigint not null check (size >= 0),
  etag text not null,
  content_type text not null,
  content_encoding text,
  cache_control text not null,
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (bucket_id, name),
  -- The owner of an object is the owner of its bucket. No cascade: a bucket with objects cannot be deleted.
  constraint storage_objects_bucket foreign key (bucket_id, user_id) references storage_buckets (id, user_id)
);
create index storage_objects_of_user on storage_objects (user_id);

-- Whatever removes or replaces an object (a call, a deleted account), its file is to be removed.
create function release_storage_file() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op = 'DELETE' or old.file_id <> new.file_id then
      update storage_files set state = 'removing' where id = old.file_id;
    end if;
    return null;
  end $$;

create trigger release_file after delete or update of file_id on storage_objects
  for each row execute function release_storage_file();

-- The second wall, as in 0005_access.sql. Files have no rights at all: an owner reaches one through an object.
grant select on storage_buckets, storage_objects to zeus_web;
alter table storage_buckets enable row level security;
alter table storage_objects enable row level security;
create policy own_rows on storage_buckets to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on storage_objects to zeus_web using (user_id = (select current_user_id()));
