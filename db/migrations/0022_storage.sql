-- Users' files at /storage/v1: buckets, and the objects in them. These rows are the truth; the contents are in the file store.
-- Bucket names are unique per user. Names of public buckets are also unique among all public ones, because the URL of a public
-- object contains the bucket but not its owner.

create table storage_buckets (
  id uuid primary key default new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text collate "C" not null check (length(name) between 1 and 100),
  public boolean not null default false,
  -- In bytes. Null: only the general limit applies.
  file_size_limit bigint check (file_size_limit > 0),
  -- Such as image/png or image/*. Null: any.
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, name),
  unique (id, user_id)
);
create unique index storage_buckets_public_name on storage_buckets (name) where public;

-- One row per file in the store, inserted before the file is written and deleted after the file is. A process that dies in
-- between leaves a row that says which file to remove. Until then its size counts against the owner's quota.
create table storage_files (
  id uuid primary key default new_id(),
  -- Null: the account was deleted.
  user_id uuid references auth.users (id) on delete set null,
  -- While the file is being written: the bytes reserved for it.
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
  -- An object and its bucket have the same owner. No cascade: a bucket with objects cannot be deleted.
  constraint storage_objects_bucket foreign key (bucket_id, user_id) references storage_buckets (id, user_id)
);
create index storage_objects_of_user on storage_objects (user_id);

-- Marks an object's file for removal when the object is deleted or replaced, also when an account is deleted.
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

-- Row-level security, as in 0005_access.sql. The web role has no access to storage_files.
grant select on storage_buckets, storage_objects to zeus_web;
alter table storage_files enable row level security;
alter table storage_buckets enable row level security;
alter table storage_objects enable row level security;
create policy own_rows on storage_buckets to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on storage_objects to zeus_web using (user_id = (select current_user_id()));
