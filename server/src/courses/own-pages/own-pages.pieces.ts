import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  shownFiles: `(select media_ids(v.body::text) as media_ids, 'Page: ' || v.title as place from own_page_versions v
    join own_pages p on p.page_id = v.page_id and v.version in (p.version, p.published_version))`,
}
