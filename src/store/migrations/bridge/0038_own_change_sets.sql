-- Whether members may accept change sets that they proposed themselves; only an admin changes it.
alter table organization add column accept_own_change_sets boolean not null default false;
