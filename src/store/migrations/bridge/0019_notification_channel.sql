-- as in the baseline: create table notification_channel

-- as in the baseline: create table channel_message
