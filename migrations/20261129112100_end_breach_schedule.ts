/** Ends the schedule of a job that the program has no longer; an older program stores it again at its start. A new database has no queue yet. */
export const up = `
do $$
begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'breach-clocks';
  end if;
end
$$;
`

export const down = `
select 1;
`
