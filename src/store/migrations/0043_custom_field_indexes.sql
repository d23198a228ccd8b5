-- Finds the objects that have a value of a custom field; objects without values take no place in them.
create index contact_custom_fields on contact using gin ((array[org_id]), custom_fields) where custom_fields <> '{}';
create index account_custom_fields on account using gin ((array[org_id]), custom_fields) where custom_fields <> '{}';
create index feedback_custom_fields on feedback using gin ((array[org_id]), custom_fields) where custom_fields <> '{}';
create index opportunity_custom_fields on opportunity using gin ((array[org_id]), custom_fields)
  where custom_fields <> '{}';
create index initiative_custom_fields on initiative using gin ((array[org_id]), custom_fields)
  where custom_fields <> '{}';
create index project_custom_fields on project using gin ((array[org_id]), custom_fields) where custom_fields <> '{}';
