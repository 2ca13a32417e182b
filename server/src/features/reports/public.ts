export { listReportingEnvironments } from './tokens.ts';
export { receiveReports, type Reported } from './receive-report.ts';
export { authenticateEnvironment, mintReportToken } from './tokens.ts';
