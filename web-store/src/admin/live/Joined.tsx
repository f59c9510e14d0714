import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { H3, TextLink } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { totalOf } from '../lists/list-params.ts'

const SHOWN = 50

/** Lists the students who joined a live lesson, in that order. */
export function Joined({ lessonId }: { lessonId: string }) {
  const [limit, setLimit] = useState(SHOWN)
  const { data } = useQuery(adminApi.live.joined.queryOptions({ input: { lesson_id: lessonId, limit: String(limit) } }))
  if (!data || data.total === 0) return null
  return (
    <Card as="section" aria-labelledby="joined" px="5" py="4" mt="5">
      <H3 id="joined">{totalOf(data.total, 'student')} joined</H3>
      <chakra.ol listStyle="none" mt="1">
        {data.students.map(({ user_id, name, joined_at }) => (
          <chakra.li
            key={user_id}
            display="flex"
            flexWrap="wrap"
            justifyContent="space-between"
            columnGap="4"
            py="2"
            borderTopWidth="1px"
            borderColor="border"
            overflowWrap="anywhere"
            _first={{ borderTopWidth: '0' }}
          >
            <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>
            <Muted as="span" fontVariantNumeric="tabular-nums">
              {dateTimeText(joined_at)}
            </Muted>
          </chakra.li>
        ))}
      </chakra.ol>
      {data.total > data.students.length && limit < 1000 && (
        <Button size="sm" variant="outline" onClick={() => setLimit(Math.min(1000, limit * 5))}>
          Show more
        </Button>
      )}
    </Card>
  )
}
