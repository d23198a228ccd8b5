-- Beside admins and members: contributors, who work on feedback and evidence, and viewers, who read.
alter table membership drop constraint membership_role_check;
alter table membership add constraint membership_role_check
  check (role in ('admin', 'member', 'contributor', 'viewer'));
alter table invitation drop constraint invitation_role_check;
alter table invitation add constraint invitation_role_check
  check (role in ('admin', 'member', 'contributor', 'viewer'));
