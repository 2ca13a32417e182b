export { listReportingEnvironments } from './queries.ts';
export { receiveReports, type Reported } from './receive-report.ts';
export { authenticateEnvironment, mintReportToken } from './tokens.ts';
