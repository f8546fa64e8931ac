#!/usr/bin/env node
import { runProcess } from './cli/process-edge.ts';

void runProcess(process.argv.slice(2));
