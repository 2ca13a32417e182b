import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BarChart } from './bar-chart.tsx';

it('keeps readings apart whose local times are the same, as when the clocks go back', () => {
  const readings = [1, 2].map((value) => ({ label: '25 Oct 01:10', short: '01:10', value, text: `${value} tasks` }));
  const { container } = render(<BarChart label="Tasks" readings={readings} headers={['Time', 'Tasks']} />);
  expect(container.querySelectorAll('rect')).toHaveLength(2);
  expect(screen.getAllByRole('rowheader', { name: '25 Oct 01:10' })).toHaveLength(2);
});
