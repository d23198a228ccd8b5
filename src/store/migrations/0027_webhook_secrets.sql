-- The secrets that webhooks are signed with are kept sealed. Those from before stay readable beside them until the next start seals them.

alter table webhook rename column secret to open_secret;
alter table webhook rename column previous_secret to open_previous_secret;
alter table webhook alter column open_secret drop not null;
alter table webhook add column secret bytea, add column previous_secret bytea, add column secret_hint text;
update webhook set secret_hint = 'whsec_…' || right(open_secret, 4);
alter table webhook alter column secret_hint set not null;
alter table webhook add check (secret is not null or open_secret is not null);
