-- Providers are folders of the code, so their names are checked there.
alter table integration drop constraint integration_provider_check;
alter table integration add constraint integration_provider_check check (provider ~ '^[a-z0-9][a-z0-9_-]{0,63}$');

-- as in the baseline: create table integration_pull
