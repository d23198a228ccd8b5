-- Companies as objects. A contact belongs to one account and reads its company from it.
create table account (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- What people and other systems say, in their order; account_domain has each of both lists once.
  domains text[] not null default '{}',
  mail_domains text[] not null default '{}',
  plan text,
  status text,
  revenue_amount double precision check (revenue_amount >= 0),
  revenue_currency text collate "C",
  revenue_period text collate "C" check (revenue_period in ('month', 'year')),
  revenue_yearly double precision not null generated always as
    (coalesce(revenue_amount * case revenue_period when 'month' then 12 else 1 end, -1)) stored,
  size integer,
  owner_id text collate "C",
  tags text[] not null default '{}',
  attributes jsonb not null default '{}',
  -- Accounts that came with a contact go with it when it is erased.
  origin text collate "C" not null default 'manual' check (origin in ('manual', 'contact')),
  merged_into_id uuid,
  primary key (org_id, id),
  foreign key (org_id, merged_into_id) references account (org_id, id)
);
create index account_live on account (org_id, id) where deleted_at is null;
create index account_updated on account (org_id, updated_at, id);
create index account_name on account (org_id, lower(coalesce(name, '')), id) where deleted_at is null;
create index account_revenue on account (org_id, revenue_yearly, id) where deleted_at is null;
create index account_plan on account (org_id, plan, id) where deleted_at is null;
create index account_status on account (org_id, status, id) where deleted_at is null;
create index account_owner on account (org_id, owner_id, id) where deleted_at is null and owner_id is not null;
create index account_tags on account using gin ((array[org_id]), tags) where deleted_at is null and tags <> '{}';
create index account_merged on account (org_id, merged_into_id) where merged_into_id is not null;

-- A domain belongs to one account.
create table account_domain (
  org_id text collate "C" not null,
  domain text collate "C" not null,
  account_id uuid not null,
  primary key (org_id, domain),
  foreign key (org_id, account_id) references account (org_id, id) on delete cascade
);
create index account_domain_account on account_domain (org_id, account_id);

-- Ids of an account in other systems.
create table account_identity (
  org_id text collate "C" not null,
  provider text collate "C" not null,
  external_id text collate "C" not null,
  account_id uuid not null,
  primary key (org_id, provider, external_id),
  foreign key (org_id, account_id) references account (org_id, id) on delete cascade
);
create index account_identity_account on account_identity (org_id, account_id);

-- What a merge moved and changed: with it the account is taken out again.
create table account_merge (
  org_id text collate "C" not null,
  source_id uuid not null,
  target_id uuid not null,
  contact_ids uuid[] not null,
  before jsonb not null,
  after jsonb not null,
  keys jsonb not null,
  merged_at timestamptz(3) not null default now(),
  primary key (org_id, source_id),
  foreign key (org_id, source_id) references account (org_id, id) on delete cascade,
  foreign key (org_id, target_id) references account (org_id, id) on delete cascade
);
create index account_merge_target on account_merge (org_id, target_id);

alter table contact add column account_id uuid;

-- Companies of contacts become accounts: by domain, else by exact name. A name that one domain alone has means the
-- account of that domain. The id of an account is that of its first contact, so that no statement needs another's
-- result. Of each field the latest value counts; all contacts of an account then show the same company.
with company as (
  select org_id, id, updated_at, company,
    lower(nullif(btrim(company->>'name'), '')) as name,
    substring(lower(company->>'domain') from '^(?:https?://)?(?:www\.)?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)') as domain
  from contact where company is not null and deleted_at is null),
named as (
  select *, min(domain) over w as least, max(domain) over w as greatest
  from company window w as (partition by org_id, name)),
keyed as (
  select *, case
    when domain is not null then 'domain ' || domain
    when name is not null and least = greatest then 'domain ' || least
    when name is not null then 'name ' || name end as key
  from named),
latest as (
  select org_id, id, company,
    first_value(id) over (partition by org_id, key order by id) as account_id,
    first_value(company->'name') over (partition by org_id, key order by company->'name' is null, updated_at desc, id) as name,
    first_value(company->'plan') over (partition by org_id, key order by company->'plan' is null, updated_at desc, id) as plan,
    first_value(company->'mrr') over (partition by org_id, key order by company->'mrr' is null, updated_at desc, id) as mrr,
    first_value(company->'size') over (partition by org_id, key order by company->'size' is null, updated_at desc, id) as size,
    first_value(company->'domain') over (partition by org_id, key order by company->'domain' is null, updated_at desc, id) as domain,
    first_value(company->'attributes') over (partition by org_id, key order by company->'attributes' is null, updated_at desc, id) as attributes
  from keyed where key is not null)
update contact c set account_id = l.account_id, company = jsonb_strip_nulls(jsonb_build_object('name', l.name,
  'domain', coalesce(l.company->'domain', l.domain), 'plan', l.plan, 'mrr', l.mrr, 'size', l.size,
  'attributes', l.attributes))
from latest l where c.org_id = l.org_id and c.id = l.id;
insert into account (org_id, id, name, created_at, plan, revenue_amount, revenue_period, size, attributes, domains,
  origin)
select c.org_id, c.account_id, c.company->>'name', c.created_at, c.company->>'plan', (c.company->>'mrr')::double precision,
  case when c.company->>'mrr' is not null then 'month' end, (c.company->>'size')::integer,
  coalesce(c.company->'attributes', '{}'),
  array_remove(array[substring(lower(c.company->>'domain') from '^(?:https?://)?(?:www\.)?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)')], null),
  'contact'
from contact c where c.id = c.account_id;
insert into account_domain (org_id, domain, account_id) select org_id, domains[1], id from account where domains <> '{}';

create index contact_account on contact (org_id, account_id, id) where account_id is not null;
