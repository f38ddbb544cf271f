#!/usr/bin/env node
import '../build/main.js'
