-- Each member chooses the weekly digest; the week that was sent last makes a second message impossible.
alter table membership
  add column weekly_digest boolean not null default false,
  add column digest_week date;
create index membership_digest on membership (org_id) where weekly_digest;
