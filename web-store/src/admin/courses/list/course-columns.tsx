import { daysLeftInBin } from 'contract/courses/bin'
import { Link } from 'react-router-dom'
import { useBrand } from '../../../content/brand.ts'
import { shopNow } from '../../../stores/shop-clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { countText, dateText, rupeesText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Row, Tag } from '../../../ui/layout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { IconClock } from '../../../ui/secondary-icons.ts'
import { Muted } from '../../forms/form-parts.tsx'
import { IconPencil } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import type { Column } from '../../lists/column.ts'
import { StatusTag } from '../../lists/StatusTag.tsx'
import { catalogueStates } from '../../lists/statuses.ts'
import { Facts, Mono } from '../../lists/table-parts.tsx'
import type { AdminCard } from '../courses.queries.ts'
import { partPath, partsText } from '../plan/missing-parts.ts'
import { planTexts } from '../plan/plan-texts.ts'
import { CourseMenu, type OpenCourse } from './CourseMenu.tsx'
import type { Sales } from './use-sales.ts'

/** Every course is the shop's own: the spec has a column for its maker, and one text in it. */
function Creator() {
  const { name } = useBrand()
  return (
    <chakra.span display="block" truncate w="6.5em" color="fg.muted" title={`${name} Team`}>
      {name} Team
    </chakra.span>
  )
}

const Thumb = chakra('div', {
  base: { w: '52px', flexShrink: '0', borderRadius: 'l1', overflow: 'hidden' },
})

const id: Column<AdminCard> = {
  head: 'ID',
  off: true,
  phone: 'none',
  cell: ({ course_id }) => (
    // Made of the title, and up to 60 letters: it must not decide how tall a row is.
    <Mono color="fg.muted" truncate display="block" w="5em" title={course_id}>
      {course_id}
    </Mono>
  ),
}

const insideText = ({ includes, lessons }: AdminCard) =>
  includes ? `Bundle, ${countText(includes.length, 'course')}` : lessons ? countText(lessons, 'lesson') : 'No lessons'

function Title({ course, linked }: { course: AdminCard; linked: boolean }) {
  const { course_id, name, banner } = course
  const [first] = course.missing.filter((part) => part !== 'lessons')
  const plans = planTexts(course, shopNow()).join(', ')
  return (
    <Row gap="2.5" minW="0">
      <Thumb aria-hidden>
        <Picture src={banner} alt="" label="" cover={name} place="thumb" />
      </Thumb>
      <chakra.div flex="1" minW="0">
        {/* Up to 200 letters: what is cut is there for who points at it or listens. */}
        <chakra.span
          asChild
          lineClamp={{ base: 2, lg: 1 }}
          // Two links above each other: each is as tall as a finger needs.
          lineHeight="24px"
          fontWeight="550"
          _hover={linked ? { textDecoration: 'underline' } : {}}
          title={name}
        >
          {linked ? <Link to={adminPaths.editCourse(course_id)}>{name}</Link> : <span>{name}</span>}
        </chakra.span>
        <Facts>
          {linked && course.kind === 'course' ? (
            <chakra.span asChild _hover={{ textDecoration: 'underline' }}>
              <Link to={adminPaths.lessons(course_id)}>{insideText(course)}</Link>
            </chakra.span>
          ) : (
            <span>{insideText(course)}</span>
          )}
          {course.students > 0 && (
            <chakra.span display={{ lg: 'none' }}>{countText(course.students, 'student')}</chakra.span>
          )}
          {first && linked && (
            <chakra.span asChild data-gives color="buy.fg" fontWeight="550" _hover={{ textDecoration: 'underline' }}>
              <Link to={partPath(course_id, first)} title={partsText(course.missing)}>
                Missing: {partsText(course.missing)}
              </Link>
            </chakra.span>
          )}
          {plans && (
            <chakra.span
              data-gives
              color="action.fg"
              title={plans}
              css={{ '& > svg': { display: 'inline', verticalAlign: '-3px', me: '1' } }}
            >
              <Icon of={IconClock} size={16} />
              {plans}
            </chakra.span>
          )}
        </Facts>
      </chakra.div>
    </Row>
  )
}

const State = ({ status }: Pick<AdminCard, 'status'>) => <StatusTag look={catalogueStates[status]} />

/** The price, which a press changes in place; of a course that is free there is nothing to type. */
function CardPrice({ course, open }: { course: AdminCard; open: OpenCourse }) {
  const { price, sale, name } = course
  if (price === 0 && course.status !== 'draft') return <chakra.span color="fg.muted">Free</chakra.span>
  const shown = price === 0 ? 'None' : rupeesText(price)
  return (
    <chakra.span display="inline-flex" alignItems="baseline" justifyContent="flex-end" columnGap="2" flexWrap="wrap">
      {sale && (
        <Muted as="s" fontWeight="400">
          {rupeesText(sale.was)}
        </Muted>
      )}
      <chakra.button
        type="button"
        cursor="pointer"
        fontWeight="550"
        minH="8"
        px="1.5"
        me={{ lg: '-1.5' }}
        borderRadius="l1"
        textDecoration="underline dotted"
        textDecorationColor="fg.subtle"
        textUnderlineOffset="4px"
        _hover={{ bg: 'bg.muted' }}
        aria-label={`Change the price of ${name}, now ${shown}`}
        onClick={() => open('price', course)}
      >
        {shown}
      </chakra.button>
    </chakra.span>
  )
}

const figure = (count: number) => (count > 0 ? count.toLocaleString('en-IN') : <Muted as="span">–</Muted>)

const soldColumn = (sales: Map<string, Sales>): Column<AdminCard> => ({
  head: 'Sales',
  sort: 'sales',
  mostFirst: true,
  numeric: true,
  from: 1280,
  label: 'Sales',
  cell: ({ course_id }) => {
    const sold = sales.get(course_id)
    if (!sold) return null
    return (
      <chakra.span display="inline-flex" flexDirection={{ lg: 'column' }} columnGap="2">
        {figure(sold.sales)}
        {sold.sales > 0 && (
          <Muted as="span" fontWeight="400">
            {rupeesText(sold.revenue)}
          </Muted>
        )}
      </chakra.span>
    )
  },
})

/** All that are not in the bin. */
export const catalogueColumns = ({
  open,
  sales,
}: {
  open: OpenCourse
  /** Absent for who may not know. */
  sales: Map<string, Sales> | undefined
}): Column<AdminCard>[] => [
  { head: 'Title', sort: 'name', lead: true, fills: true, cell: (course) => <Title course={course} linked /> },
  { head: 'Status', cell: State },
  {
    head: 'Price',
    sort: 'price',
    numeric: true,
    label: 'Price',
    cell: (course) => <CardPrice course={course} open={open} />,
  },
  {
    head: 'Offer',
    sort: 'offer_text',
    phone: 'none',
    cell: ({ offer_text }) =>
      offer_text ? (
        <Tag coloured colorPalette="offer" w="max-content" maxW="11em" py="0" whiteSpace="normal" title={offer_text}>
          <chakra.span lineClamp={2}>{offer_text}</chakra.span>
        </Tag>
      ) : (
        <chakra.span color="fg.muted">None</chakra.span>
      ),
  },
  ...(sales ? [soldColumn(sales)] : []),
  {
    head: 'Students',
    sort: 'students',
    mostFirst: true,
    numeric: true,
    from: 1280,
    phone: 'none',
    cell: ({ students }) => figure(students),
  },
  id,
  { head: 'Creator', off: true, phone: 'none', cell: () => <Creator /> },
  {
    head: 'Actions',
    actions: true,
    cell: (course) => (
      <>
        <IconButton asChild compact color="fg.muted" title="Edit" aria-label={`Edit ${course.name}`}>
          <Link to={adminPaths.editCourse(course.course_id)}>
            <Icon of={IconPencil} />
          </Link>
        </IconButton>
        <CourseMenu course={course} open={open} />
      </>
    ),
  },
]

const daysLeft = (deletedAt: string) => {
  const days = daysLeftInBin(new Date(deletedAt), shopNow())
  return days <= 1 ? 'Last day' : countText(days, 'day')
}

/** Deleted courses, each with the way back. */
export const binColumns = (restore: (course: AdminCard) => void, busy: string | undefined): Column<AdminCard>[] => [
  { head: 'Title', sort: 'name', lead: true, fills: true, cell: (course) => <Title course={course} linked={false} /> },
  { head: 'Status', cell: State },
  { head: 'Deleted', label: 'Deleted', cell: ({ deleted_at }) => deleted_at && dateText(new Date(deleted_at)) },
  { head: 'Days left', label: 'In the bin for', cell: ({ deleted_at }) => deleted_at && daysLeft(deleted_at) },
  {
    head: 'Actions',
    actions: true,
    cell: (course) => (
      <Button
        variant="outline"
        size="sm"
        busy={busy === course.course_id}
        aria-label={`Restore ${course.name}`}
        onClick={() => restore(course)}
      >
        Restore
      </Button>
    ),
  },
]
