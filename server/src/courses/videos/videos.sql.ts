/** Lists the sets of videos with the heights of their rungs, lowest first; other features use it in their statements. */
export const VIDEO_SETS = `(
  select media_id, state, percent, problem, array(
    select least(r.width, r.height) from video_rungs r
    where r.media_id = s.media_id and r.width > 0 and r.height > 0 order by 1
  ) as heights
  from video_sets s
)`
