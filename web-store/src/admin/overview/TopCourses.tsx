import type { Overview } from 'contract/overview'
import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Card, Row } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { Table } from '../lists/table-parts.tsx'

type TopCoursesProps = {
  courses: Overview['top_courses']
  /** Free courses taken in the time. */
  free: number
  /** True for a role that opens courses. */
  linked: boolean
}

/** The courses that brought most in the time. */
export function TopCourses({ courses, free, linked }: TopCoursesProps) {
  return (
    <Card asChild overflow="hidden" position="relative">
      <section aria-labelledby="top-courses">
        <Row px="4" pt="4" pb="3">
          <chakra.h2 id="top-courses" textStyle="h3" fontSize="1.125rem" me="auto">
            Top courses
          </chakra.h2>
          {linked && (
            <TextLink to={adminPaths.tab('courses')} textStyle="sm">
              All courses
            </TextLink>
          )}
        </Row>
        {courses.length === 0 && (
          <chakra.p px="4" pb="5" color="fg.muted">
            No sales in this time.
          </chakra.p>
        )}
        {courses.length > 0 && (
          <Table borderTopWidth="1px" borderColor="border">
            <thead>
              <tr>
                <th scope="col">Course</th>
                <th scope="col" data-numeric>
                  Orders
                </th>
                <th scope="col" data-numeric>
                  Sold for
                </th>
              </tr>
            </thead>
            <tbody>
              {courses.map(({ course_id, course_name, banner, orders, revenue }) => (
                <tr key={course_id}>
                  <td data-lead>
                    <Row as="span" fontWeight="550">
                      <chakra.span
                        flex="none"
                        w="48px"
                        aspectRatio="16/9"
                        borderRadius="l1"
                        overflow="hidden"
                        aria-hidden
                      >
                        <Picture src={banner} alt="" label="" cover={course_name} place="thumb" />
                      </chakra.span>
                      {linked ? (
                        <Link to={adminPaths.editCourse(course_id)}>{course_name}</Link>
                      ) : (
                        <span>{course_name}</span>
                      )}
                    </Row>
                  </td>
                  <td data-numeric data-label="Orders">
                    {orders.toLocaleString('en-IN')}
                  </td>
                  <td data-numeric data-label="Sold for">
                    {rupeesText(revenue)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {free > 0 && (
          <Muted px="4" py="3" borderTopWidth="1px" borderColor="border">
            Free: {free.toLocaleString('en-IN')}, apart from sales
          </Muted>
        )}
      </section>
    </Card>
  )
}
