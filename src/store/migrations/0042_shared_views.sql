-- A view is its owner's; a shared one is shown to everybody in the organization.
alter table saved_view add column shared boolean not null default false;
create index saved_view_shared on saved_view (org_id, id) where shared;
