/**
 * Marks files for buyers only: from the first use in a paid lesson, until a course or a free preview shows the file
 * publicly. This step marks existing files.
 */
export const up = `
alter table media add column paid boolean not null default false;
update media set paid = true
where media_id in (
  select unnest(media_ids(watch_link || ' ' || coalesce(download_link, ''))) from lessons where not preview
);
update media set paid = false
where paid and media_id in (
  select unnest(media_ids(watch_link || ' ' || coalesce(download_link, ''))) from lessons where preview
  union all
  select unnest(media_ids(
    banner || ' ' || "DEMO_REELS_VIDEOS"::text || benefits_samples::text || additional_infobanners::text
    || product_content_samples::text || bonuses::text || exclusive_bonuses::text || "CUSTOMER_REVIEWS"::text
  )) from courses
  union all
  select unnest(media_ids(changes::text)) from shop_settings
);
create index media_paid on media (media_id) where paid;
`

export const down = `
drop index media_paid;
alter table media drop column paid;
`
