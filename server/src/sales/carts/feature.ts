import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    user_carts: {
      ownData: {
        title: 'Your cart',
        select: `select line->>'course_id' as course_id, (line->>'quantity')::int as quantity, updated_at
      from user_carts, jsonb_array_elements(lines) as line where user_id = :id`,
      },
      archive: { without: 'carts of students, who fill them again' },
    },
  },
})
